import { expect, it } from 'vitest';
import { createCountedLinks } from './tokens.ts';

const ids = {
  workspaceId: '01900000-0000-7000-8000-000000000001',
  deliveryId: '01900000-0000-7000-8000-00000000beef',
};
const links = createCountedLinks({ key: Buffer.alloc(32, 5) });

it('names a delivery in an address that no medium has to escape', () => {
  const { linksUrl, pictureUrl } = links.urlsOf(ids, 'https://links.example');
  expect(linksUrl).toMatch(/^https:\/\/links\.example\/c\/[\w-]{43}\.[\w-]{22}$/);
  expect(pictureUrl).toBe(linksUrl.replace('/c/', '/o/'));
  expect(links.read(links.tokenOf(ids))).toEqual(ids);
  expect(links.tokenOf(ids)).toBe(links.tokenOf({ ...ids }));
});

it('reads nothing that it has not made', () => {
  const token = links.tokenOf(ids);
  const [packed = '', signature = ''] = token.split('.');
  const other = links.tokenOf({ ...ids, deliveryId: ids.workspaceId });
  for (const wrong of [
    '',
    'x',
    packed,
    `${packed}.`,
    `${token}x`,
    `${token}.x`,
    `x${token}`,
    `${packed}.${signature.slice(0, -1)}`,
    `${other.split('.')[0]}.${signature}`,
    createCountedLinks({ key: Buffer.alloc(32, 6) }).tokenOf(ids),
  ])
    expect(links.read(wrong), wrong).toBeNull();
});
