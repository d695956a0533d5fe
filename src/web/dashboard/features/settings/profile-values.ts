import type { User, UserAttributes } from '@supabase/auth-js';
import { emailProblem } from '#src/web/auth/validate.ts';
import type { Checked } from '#src/web/lib/forms/check.ts';

export type Profile = { firstName: string; lastName: string; email: string; company: string };

/** The profile of an account, with empty texts for what is missing. */
export function profileOf(user: User | null): Profile {
  const text = (name: string): string => {
    const value: unknown = user?.user_metadata[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: user?.email ?? '',
    company: text('companyName'),
  };
}

/** What the form holds, without spaces around it. A last name may be empty, as with a name of one word at sign-up. */
export function checkProfile(typed: Profile): Checked<Profile> {
  const profile = {
    firstName: typed.firstName.trim(),
    lastName: typed.lastName.trim(),
    email: typed.email.trim(),
    company: typed.company.trim(),
  };
  const email = emailProblem(profile.email);
  const faults = {
    ...(profile.firstName === '' && { firstName: 'Please provide your first name.' }),
    ...(email !== undefined && { email }),
  };
  return Object.keys(faults).length > 0 ? { faults } : { data: profile };
}

/** The request that turns one profile into the other; null when nothing changes. An emptied company is taken away. */
export function profileChange(before: Profile, after: Profile): UserAttributes | null {
  const data: Record<string, string | null> = {};
  if (after.firstName !== before.firstName) data['first_name'] = after.firstName;
  if (after.lastName !== before.lastName) data['last_name'] = after.lastName;
  if (after.company !== before.company) data['companyName'] = after.company || null;
  const email = after.email.toLowerCase() === before.email.toLowerCase() ? null : after.email;
  if (Object.keys(data).length === 0 && email === null) return null;
  return { ...(Object.keys(data).length > 0 ? { data } : {}), ...(email === null ? {} : { email }) };
}
