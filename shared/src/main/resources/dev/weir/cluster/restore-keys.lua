-- Restores the keys after Redis has lost changes. Does nothing if Redis has all changes that the node has seen.
-- KEYS: the keys. ARGV: the number of changes that the node has seen, the name of the last one, then each key's digest and what to
-- keep about it.
local known = redis.call('HMGET', KEYS[1], 'changes')
if tonumber(known[1] or 0) < tonumber(ARGV[1]) then
    redis.call('DEL', KEYS[1])
    redis.call('HSET', KEYS[1], 'changes', ARGV[1], 'last', ARGV[2])
    for i = 3, #ARGV, 2 do
        redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
    end
end
return 0
