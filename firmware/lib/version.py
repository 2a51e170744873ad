# Which firmware this is; a built bundle has the hash of its files here.
FIRMWARE_VERSION = "0.1.0"
FIRMWARE_HASH = bytes(8)
