"""`tallone club`: the tournament, from one desk."""

# What the extra `club` asks for: the program itself is on no registry.
TO_INSTALL = (
    "pip install networkx sqlalchemy alembic psycopg openpyxl paho-mqtt fastapi uvicorn "
    "jinja2 python-multipart"
)
