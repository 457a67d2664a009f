-- Writes entries of API keys that a node knows and Redis has lost. Keeps each entry on Redis that is as new or newer. Returns the
-- number of entries written.
-- KEYS: the keys. ARGV: the time of the newest change that the node knows, the time before which it knows removals to be
-- forgotten, a name for this change, then each key's digest and entry.
local known = redis.call('HMGET', KEYS[1], 'newest', 'forgotten')
local forgotten = math.max(time(known[2]), 0)
local written = 0
for i = 4, #ARGV, 2 do
    local theirs = redis.call('HMGET', KEYS[1], ARGV[i])[1]
    local ours = ARGV[i + 1]
    local isKnown = text(ours) == 'revoked' or time(ours) >= forgotten -- a revocation is never forgotten
    if theirs and isLater(ours, theirs) or not theirs and isKnown then
        redis.call('HSET', KEYS[1], ARGV[i], ours)
        written = written + 1
    end
end
if written > 0 then
    redis.call('HSET', KEYS[1], 'newest', digits(math.max(time(known[1]), tonumber(ARGV[1]))), 'last', ARGV[3],
        'forgotten', digits(math.max(forgotten, tonumber(ARGV[2]))))
end
return written
