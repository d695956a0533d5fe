import { useQuery } from '@tanstack/react-query';
import { type Permission, roleMay } from '#src/shared/permissions.ts';
import { meQuery } from './me.ts';

/**
 * Whether the member may do this, by the one table of roles; undefined until it is known who is asking. The server
 * decides: this is for showing only what will work.
 */
export function useMay(permission: Permission): boolean | undefined {
  const { data } = useQuery(meQuery);
  return data ? roleMay(data.workspace.role, permission) : undefined;
}
