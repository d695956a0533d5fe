import type { User, UserAttributes } from '@supabase/auth-js';

export type Profile = { firstName: string; lastName: string; email: string; company: string };

/** What the account says of its person; empty texts for what it does not. */
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
