-- The time that the test gives as the last argument.
local now = tonumber(ARGV[#ARGV])
