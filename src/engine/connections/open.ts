import type { connections } from '#src/db/schema.ts';
import type { OpenConnection } from '../channels/channel.ts';
import { openSecrets } from './secrets.ts';

type Row = Pick<typeof connections.$inferSelect, 'workspaceId' | 'id' | 'settings' | 'sealed' | 'practice'>;

export const connectionAt = ({ workspaceId, id }: Pick<Row, 'workspaceId' | 'id'>) => ({
  workspaceId,
  table: 'connections',
  id,
});

/** The settings of a connection; only texts are ever stored. */
export const settingsOf = (row: Pick<Row, 'settings'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row.settings).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

export const openConnection = (key: Buffer, row: Row): OpenConnection => ({
  id: row.id,
  practice: row.practice,
  settings: settingsOf(row),
  secrets: openSecrets(key, connectionAt(row), row.sealed),
});
