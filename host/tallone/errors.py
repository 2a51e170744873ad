"""The exceptions of the host: what programs and cables do wrong. What people do wrong is a verdict."""


class TalloneError(Exception):
    """The base; its text says what is wrong, what was seen and what to do next."""


class ConfigError(TalloneError):
    """A configuration file or option that cannot be used."""


class UsageError(TalloneError):
    """Wrong input on the command line; ends with exit status 2."""


class LinkError(TalloneError):
    """A board that cannot be reached or does not keep to the protocol."""


class JournalError(TalloneError):
    """A journal that cannot be read or is not whole."""


class JournalStalledError(JournalError):
    """A journal that cannot be written for now: a full disk, a foreign lock, a file that is gone."""


class SimulationError(TalloneError):
    """The simulated world cannot do what was asked."""


class FirmwareError(TalloneError):
    """A bundle that cannot be made, or a board that it cannot be put on."""
