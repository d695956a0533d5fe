/** The name a person gave, else their email address. */
export function nameOfUser(user: { email: string; userMetadata: Record<string, unknown> }): string {
  const words = ['first_name', 'last_name'].map((key) => user.userMetadata[key]);
  const name = words
    .filter((word) => typeof word === 'string')
    .join(' ')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
  return name === '' ? user.email : [...name].slice(0, 120).join('');
}
