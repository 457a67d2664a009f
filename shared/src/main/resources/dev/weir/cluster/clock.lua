-- The time in milliseconds, of the clock of Redis, so that the clocks of the nodes do not matter.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
