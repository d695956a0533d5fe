import type { QueryClient } from '@tanstack/react-query';
import { type Permission, roleMay } from '#src/shared/permissions.ts';
import { isDemo } from '#src/web/lib/api/access.ts';
import { meQuery } from './me.ts';

/** Whether a command that needs a permission is offered. If the role isn't known, it is: the server decides. */
export async function mayDo(queries: QueryClient, permission: Permission): Promise<boolean> {
  if (isDemo()) return false;
  const me = await queries.ensureQueryData(meQuery).catch(() => undefined);
  return !me || roleMay(me.workspace.role, permission);
}
