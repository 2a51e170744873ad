"""The desk: pages on the local network for the director, the hall and the public.

`acts`, `drawing` and `preview` are pure; `doors` says who may do what; `pages` and `app` are what a browser sees.
"""
