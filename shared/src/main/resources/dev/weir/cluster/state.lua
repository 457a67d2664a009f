-- Returns the last number, the first number kept, and the runs.
local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
local first = oldest and string.match(oldest[1], '%d+') or text(last + 1)
local answer = redis.call('LRANGE', KEYS[3], 0, -1)
table.insert(answer, 1, first)
table.insert(answer, 1, text(last))
return answer
