import { AppError } from '#src/shared/errors.ts';
import { oneLabel } from '#src/shared/label.ts';
import type { NewAccount, User } from './deps.ts';

/**
 * The metadata stands in every access token, and every request carries one in a header; all headers together may
 * have 16 KiB. A longer name would lock its owner out.
 */
const METADATA_MAX_BYTES = 4_096;
/** A brand's name has 120 characters: first name, space and last name fit, or a company. */
const NAME_MAX = 59;
const COMPANY_MAX = 120;

/** @throws AppError validation_failed */
export function checkMetadata(data: Record<string, unknown>): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(data)) > METADATA_MAX_BYTES) {
    throw new AppError(
      'validation_failed',
      `The data of a user cannot be longer than ${METADATA_MAX_BYTES} bytes as JSON.`,
    );
  }
  return data;
}

/** The labels that a new workspace is made from. Whatever else was sent, and whatever it claims, is not looked at. */
export function accountOf(user: User): NewAccount {
  const text = (name: string, max: number): string => {
    const value = user.userMetadata[name];
    return typeof value === 'string' ? label(value, max) : '';
  };
  const isCompany = user.userMetadata['accountType'] === 'company';
  return {
    userId: user.id,
    email: user.email,
    firstName: text('first_name', NAME_MAX),
    lastName: text('last_name', NAME_MAX),
    accountType: isCompany ? 'company' : 'personal',
    companyName: (isCompany && text('companyName', COMPANY_MAX)) || null,
  };
}

/**
 * One line of text: it will stand in subjects and headers. Control characters, invisible ones and those that turn the
 * direction of writing go; `max` counts UTF-16 units and never cuts a character in half.
 */
export function label(text: string, max: number): string {
  let kept = '';
  for (const character of oneLabel(text)) {
    if (kept.length + character.length > max) break;
    kept += character;
  }
  return kept.trim();
}
