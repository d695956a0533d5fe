import { z } from 'zod';

/**
 * What a message of ours is known by when mail comes back to it: in its Return-Path, and in the address of
 * List-Unsubscribe. `id` is that of a delivery or a sign-up.
 */
export type MailTag = { workspaceId: string; id: string };

/** A UUID in base 36: mail servers don't keep the case of an address. */
const DIGITS = 25;
const LENGTH = 2 * DIGITS;
const isUuid = (text: string): boolean => z.uuid().safeParse(text).success;

const pack = (id: string): string =>
  BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .padStart(DIGITS, '0');

function unpack(digits: string): string {
  let value = 0n;
  for (const digit of digits) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  const hex = value.toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Messages of a workspace go out in a row: it is packed once. */
let last = { workspaceId: '', packed: '' };

/** 50 characters of a–z and 0–9. */
export function mailTag({ workspaceId, id }: MailTag): string {
  if (last.workspaceId !== workspaceId) last = { workspaceId, packed: pack(workspaceId) };
  return last.packed + pack(id);
}

/** @returns null where it is none */
export function readMailTag(text: string): MailTag | null {
  const lower = text.toLowerCase();
  if (lower.length !== LENGTH || !/^[a-z0-9]+$/.test(lower)) return null;
  const [workspaceId, id] = [unpack(lower.slice(0, DIGITS)), unpack(lower.slice(DIGITS))];
  return isUuid(workspaceId) && isUuid(id) ? { workspaceId, id } : null;
}
