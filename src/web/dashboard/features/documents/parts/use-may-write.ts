import { useQuery } from '@tanstack/react-query';
import { roleMay } from '#src/shared/permissions.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';

/** Whether the person may change documents here; false until it is known. */
export function useMayWrite(): boolean {
  const { data } = useQuery(meQuery);
  return data !== undefined && roleMay(data.workspace.role, 'documents:write');
}
