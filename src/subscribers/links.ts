import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { isTopic, type Topic } from '#src/shared/topics.ts';
import type { LinkOrigins } from './link-origins.ts';
import { packIds, unpackIds } from './packed-ids.ts';
import { createCountedLinks } from './tracking/tokens.ts';

/** Whom a link is for, and what the email it was in was about. */
export type LinkedPerson = {
  workspaceId: string;
  contactId: string;
  brandId: string;
  addressId: string;
  /** Null for a digest, which is about several. */
  topic: Topic | null;
  /** What was delivered; left out for an email of a sign-up. */
  deliveryId?: string;
};

/** What a token says. Those of `member` are in mailboxes since before there were contacts. */
export type Linked =
  | ({ kind: 'contact' } & LinkedPerson)
  | { kind: 'member'; workspaceId: string; userId: string };

const uuid = z.uuid();
const memberSchema = z.tuple([uuid, uuid, z.string()]);
const isSame = (given: string, right: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** Signs texts for one purpose, so that a token for one thing opens no other. `key`: 32 bytes. */
export function createSigner(key: Buffer, purpose: string) {
  // Every message has a link: reading the key at each costs more than signing.
  const secret = createSecretKey(key);
  const sign = (text: string): string =>
    createHmac('sha256', secret).update(`${purpose} ${text}`).digest('base64url');
  return {
    seal: (text: string): string => `${text}.${sign(text)}`,
    /** @returns the text, or null where it isn't signed by this key for this purpose */
    open: (token: string): string | null => {
      const dot = token.lastIndexOf('.');
      const text = token.slice(0, Math.max(dot, 0));
      return dot > 0 && isSame(token.slice(dot + 1), sign(text)) ? text : null;
    },
  };
}

export type Signer = ReturnType<typeof createSigner>;

/**
 * The links below alert emails. They name a person, a brand, an address and a topic, are signed, work without a sign-in
 * and don't expire: their holder may change what this person gets, and nothing else.
 */
export function createLinks({
  key,
  publicUrl,
  originOf = () => Promise.resolve(publicUrl),
}: {
  key: Buffer;
  publicUrl: string;
  /** Where a brand's links are now; on the installation's address unless given. */
  originOf?: LinkOrigins;
}) {
  const people = createSigner(key, 'person');
  const tokenOf = (person: LinkedPerson): string => {
    const { workspaceId, contactId, brandId, addressId, topic, deliveryId } = person;
    const ids = [
      workspaceId,
      contactId,
      brandId,
      addressId,
      ...(deliveryId === undefined ? [] : [deliveryId]),
    ];
    return people.seal(`${packIds(...ids)}.${topic ?? ''}`);
  };

  function urlsOf(
    person: LinkedPerson,
    origin = publicUrl,
  ): { unsubscribeUrl: string; preferencesUrl: string } {
    const token = tokenOf(person);
    return {
      unsubscribeUrl: `${origin}/unsubscribe/${token}`,
      preferencesUrl: `${origin}/preferences/${token}`,
    };
  }

  function readMember(token: string): Linked | null {
    const parts = memberSchema.safeParse(token.split('.'));
    if (!parts.success) return null;
    const [workspaceId, userId, given] = parts.data;
    const right = createHmac('sha256', key).update(`${workspaceId} ${userId}`).digest('base64url');
    return isSame(given, right) ? { kind: 'member', workspaceId, userId } : null;
  }

  return {
    tokenOf,
    unsubscribeUrl: (person: LinkedPerson): string => urlsOf(person).unsubscribeUrl,
    preferencesUrl: (person: LinkedPerson): string => urlsOf(person).preferencesUrl,
    urlsOf,
    originOf,
    /** What messages are counted by. */
    counted: createCountedLinks({ key }),
    /** Null for a link that we never made. */
    read(token: string): Linked | null {
      const text = people.open(token);
      if (text === null) return readMember(token);
      const [packed = '', topic = ''] = text.split('.');
      // Links of before name no delivery.
      const ids = unpackIds(packed, 5) ?? unpackIds(packed, 4) ?? [];
      const [workspaceId, contactId, brandId, addressId, deliveryId] = ids;
      if (!workspaceId || !contactId || !brandId || !addressId) return null;
      if (topic !== '' && !isTopic(topic)) return null;
      return {
        kind: 'contact',
        workspaceId,
        contactId,
        brandId,
        addressId,
        topic: topic === '' ? null : topic,
        ...(deliveryId !== undefined && { deliveryId }),
      };
    },
  };
}
export type Links = ReturnType<typeof createLinks>;
