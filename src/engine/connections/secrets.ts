import { seal, unseal } from '#src/platform/keys/keys.ts';

/** Which secret of which record: what is sealed opens nowhere else. */
export type SealedAt = { workspaceId: string; table: string; id: string };

const contextOf = ({ workspaceId, table, id }: SealedAt, field: string): string =>
  `${workspaceId} ${table} ${id} ${field}`;

/** Each secret sealed by itself, bound to its workspace, record and field. @returns null where there is none */
export function sealSecrets(
  key: Buffer,
  at: SealedAt,
  secrets: Readonly<Record<string, string>>,
): string | null {
  const sealed = Object.entries(secrets).map(([field, value]) => [
    field,
    seal(key, contextOf(at, field), value),
  ]);
  return sealed.length > 0 ? JSON.stringify(Object.fromEntries(sealed)) : null;
}

const sealedFields = (sealed: string | null): Record<string, string> =>
  sealed === null ? {} : (JSON.parse(sealed) as Record<string, string>);

export const secretNames = (sealed: string | null): string[] => Object.keys(sealedFields(sealed)).sort();

/** @throws Error when the installation's key is another one */
export function openSecrets(key: Buffer, at: SealedAt, sealed: string | null): Record<string, string> {
  const open = Object.entries(sealedFields(sealed)).map(([field, text]) => {
    const value = unseal(key, contextOf(at, field), text);
    if (value === null)
      throw new Error(
        `The secret ${field} of ${at.table} ${at.id} can't be opened with this encryption key.`,
      );
    return [field, value];
  });
  return Object.fromEntries(open);
}
