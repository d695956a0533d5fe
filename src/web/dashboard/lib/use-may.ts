import { useQuery } from '@tanstack/react-query';
import { DEMO_READS, type Permission, roleMay } from '#src/shared/permissions.ts';
import { isDemo } from '#src/web/lib/api/access.ts';
import { meQuery } from './me.ts';

/**
 * Whether the member may do this, by the one table of roles; undefined until it is known who is asking. The server
 * decides: this is for showing only what will work.
 */
export function useMay(permission: Permission): boolean | undefined {
  const { data } = useQuery(meQuery);
  if (!data) return undefined;
  return roleMay(data.workspace.role, permission) || (isDemo() && DEMO_READS.includes(permission));
}
