import { parseOptions } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { checkNewPassword, createHasher, hashesAtOnce } from './passwords.ts';

const cost = { memoryCost: 64, timeCost: 1 };

describe('a new password', () => {
  it.each([
    ['', 'validation_failed'],
    ['12345', 'weak_password'],
    ['😀😀😀', 'weak_password'],
    ['x'.repeat(73), 'validation_failed'],
    ['ä'.repeat(37), 'validation_failed'],
  ])('%j is refused', (password, code) => {
    expect(() => checkNewPassword(password)).toThrow(expect.objectContaining({ code }));
  });

  it.each(['wire-7', 'x'.repeat(72), 'ä'.repeat(36)])('%j is taken', (password) => {
    expect(() => checkNewPassword(password)).not.toThrow();
  });
});

describe('the hasher', () => {
  it('hashes as OWASP advises unless told otherwise', async () => {
    const hashed = await createHasher().hash('correct horse');
    expect(hashed).toMatch(/^\$argon2id\$/);
    expect(parseOptions(hashed)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  });

  it('knows the right password, a wrong one and nobody’s', async () => {
    const hasher = createHasher({ cost });
    const hashed = await hasher.hash('correct horse');
    expect(await hasher.verify(hashed, 'correct horse')).toBe(true);
    expect(await hasher.verify(hashed, 'correct house')).toBe(false);
    expect(await hasher.verify(null, 'no one has this password')).toBe(false);
  });

  it('does not take a broken hash for a wrong password', async () => {
    await expect(createHasher({ cost }).verify('$argon2id$broken', 'x')).rejects.toThrow('Decoding failed');
  });

  it.each([
    [1, 1],
    [2, 1],
    [4, 3],
    [32, 3],
  ])('of %i processors hashes on %i at most', (processors, most) => {
    expect(hashesAtOnce(processors)).toBe(most);
  });

  it('refuses a queue that is full, serves all it took, and takes more afterwards', async () => {
    const hasher = createHasher({ cost: { memoryCost: 4_096, timeCost: 2 }, atOnce: 2, waiting: 3 });
    const flooding = Array.from({ length: 9 }, () => hasher.hash('correct horse'));
    expect(() => hasher.assertRoom()).toThrow('Too many sign-ins');
    const flood = await Promise.allSettled(flooding);
    expect(() => hasher.assertRoom()).not.toThrow();
    const refused = flood.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(refused).toEqual(Array(4).fill('over_capacity'));
    const again = await Promise.all(Array.from({ length: 5 }, () => hasher.hash('correct horse')));
    expect(again).toHaveLength(5);
  });
});

describe('common passwords', () => {
  it.each(['123456', 'password123', 'QWERTY', 'iloveyou'])('refuses %s, in any case', (password) => {
    let refusal: unknown;
    try {
      checkNewPassword(password);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({
      code: 'weak_password',
      details: { weak_password: { reasons: ['pwned'] } },
    });
  });

  it('takes others, and not the head of the list for one', () => {
    expect(() => checkNewPassword('correct horse')).not.toThrow();
    expect(() => checkNewPassword('# (MIT, Copyright')).not.toThrow();
  });
});

describe('a pepper', () => {
  const cost = { memoryCost: 64, timeCost: 1 };
  it('is needed to verify what was made with it, and old hashes stay good until they are made anew', async () => {
    const plain = createHasher({ cost });
    const peppered = createHasher({ cost, pepper: 'a pepper of the house' });
    const other = createHasher({ cost, pepper: 'another pepper, alas' });
    const [old, now] = [await plain.hash('secret'), await peppered.hash('secret')];
    expect(now).not.toContain('pepper');
    expect([await peppered.verify(old, 'secret'), await peppered.verify(now, 'secret')]).toEqual([
      true,
      true,
    ]);
    expect([await peppered.verify(now, 'wrong'), await peppered.verify(old, 'wrong')]).toEqual([
      false,
      false,
    ]);
    expect([await plain.verify(now, 'secret'), await other.verify(now, 'secret')]).toEqual([false, false]);
    expect([peppered.isOutdated(old), peppered.isOutdated(now)]).toEqual([true, false]);
    expect(plain.isOutdated(old)).toBe(false);
    expect(createHasher().isOutdated(old)).toBe(true);
  });
});
