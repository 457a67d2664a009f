-- Appends events with consecutive numbers. Returns the id of the first and, if there are several, a blank and their number.
-- Appends nothing after an earlier call with the same key, and returns what that call has returned.
-- KEYS[4]: the idempotency key. ARGV[2..]: the most events and bytes, the milliseconds for the key (0 for none). Then for
-- each event: topic, data, and the type or an empty text.
local earlier = ARGV[4] ~= '0' and redis.call('GET', KEYS[4])
if earlier then
    return earlier
end
local function size(fields)
    local sum = 0
    for _, field in ipairs(fields) do
        sum = sum + #field
    end
    return sum
end
local ids = epoch .. '-' .. text(last + 1)
local count = (#ARGV - 4) / 3
if count > 1 then
    ids = ids .. ' ' .. text(count)
end
for i = 5, #ARGV, 3 do
    local event = {'e', epoch, 't', ARGV[i], 'd', ARGV[i + 1]}
    if ARGV[i + 2] ~= '' then
        event[7] = 'y'
        event[8] = ARGV[i + 2]
    end
    last = last + 1
    redis.call('XADD', KEYS[1], text(last) .. '-0', unpack(event))
    bytes = bytes + size(event)
end
if ARGV[4] ~= '0' then
    redis.call('SET', KEYS[4], ids, 'PX', ARGV[4])
end
local kept = redis.call('XLEN', KEYS[1])
while kept > 1 and (kept > tonumber(ARGV[2]) or bytes > tonumber(ARGV[3])) do
    local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
    redis.call('XDEL', KEYS[1], oldest[1])
    bytes = bytes - size(oldest[2])
    kept = kept - 1
end
redis.call('HSET', KEYS[2], 'last', text(last), 'bytes', text(bytes))
return ids
