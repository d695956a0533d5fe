import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { createLinks, createSigner } from './links.ts';
import { packIds, unpackIds } from './packed-ids.ts';

const key = Buffer.alloc(32, 5);
const links = createLinks({ key, publicUrl: 'https://site.example' });
const person = {
  workspaceId: newId(),
  contactId: newId(),
  brandId: newId(),
  addressId: newId(),
  topic: 'moves',
} as const;

it('reads what it wrote, and nothing that was changed', () => {
  const token = links.tokenOf(person);
  expect(links.read(token)).toEqual({ kind: 'contact', ...person });
  expect(links.unsubscribeUrl(person)).toBe(`https://site.example/unsubscribe/${token}`);
  expect(links.unsubscribeUrl(person).length).toBeLessThan(200);
  const [packed, topic, signature] = token.split('.');
  const others = [
    `${packIds(person.workspaceId, newId(), person.brandId, person.addressId)}.${topic}.${signature}`,
    `${packed}.news.${signature}`,
    `${packed}.${topic}.${signature}A`,
    `${packed}.${topic}`,
    `${packed}==.${topic}.${signature}`,
    '',
    '.',
    '..',
    createSigner(key, 'other').seal(`${packed}.${topic}`),
    createLinks({ key: Buffer.alloc(32, 6), publicUrl: '' }).tokenOf(person),
  ];
  for (const other of others) expect(links.read(other)).toBeNull();
});

it('still reads the links that are in mailboxes already', () => {
  const { workspaceId, contactId: userId } = person;
  const signature = createHmac('sha256', key).update(`${workspaceId} ${userId}`).digest('base64url');
  expect(links.read(`${workspaceId}.${userId}.${signature}`)).toEqual({
    kind: 'member',
    workspaceId,
    userId,
  });
  expect(links.read(`${userId}.${workspaceId}.${signature}`)).toBeNull();
});

it('packs ids in one way only', () => {
  const ids = [newId(), newId()];
  expect(unpackIds(packIds(...ids), 2)).toEqual(ids);
  expect(unpackIds(packIds(...ids), 3)).toBeNull();
  expect(unpackIds(`${packIds(...ids)}=`, 2)).toBeNull();
});
