import type { connections } from '#src/db/schema.ts';
import type { OpenConnection } from '../channels/channel.ts';
import { settingsOf } from '../channels/settings.ts';
import { openSecrets } from './secrets.ts';

type Row = Pick<typeof connections.$inferSelect, 'workspaceId' | 'id' | 'settings' | 'sealed' | 'practice'>;

export const connectionAt = ({ workspaceId, id }: Pick<Row, 'workspaceId' | 'id'>) => ({
  workspaceId,
  table: 'connections',
  id,
});

export const openConnection = (key: Buffer, row: Row): OpenConnection => ({
  id: row.id,
  practice: row.practice,
  settings: settingsOf(row),
  secrets: openSecrets(key, connectionAt(row), row.sealed),
});
