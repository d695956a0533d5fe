import { expect, it } from 'vitest';
import { isBookable } from './entitlements.ts';
import { ADD_ONS } from './plans.ts';

it('lets nobody book an add-on before alerts go out on its channel', () => {
  for (const { id } of ADD_ONS) expect(isBookable(id, []), id).toBe(false);
  const telegram = { kind: 'telegram', planClass: 'messaging' } as const;
  const anySocial = { kind: 'linkedin', planClass: 'social' } as const;
  expect(ADD_ONS.map(({ id }) => id).filter((id) => isBookable(id, [telegram, anySocial]))).toEqual([
    'telegram',
    'social-media',
  ]);
});
