import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { workspacesQuery } from '../lib/workspace/queries.ts';

const Switch = lazy(async () => ({ default: (await import('./workspace-switch.tsx')).WorkspaceSwitch }));
const Choice = lazy(async () => ({ default: (await import('./workspace-switch.tsx')).WorkspaceSelect }));

/**
 * The switch between workspaces, as a button or a native select. Users with nowhere to go, and none to start, load
 * nothing of it.
 */
export function WorkspaceChoice({ as }: { as: 'button' | 'select' }) {
  const { data } = useQuery({ ...workspacesQuery, enabled: readOnlyReason() === null });
  if (!data || data.items.length + (data.mayStart ? 1 : 0) < 2) return null;
  return <Suspense fallback={null}>{as === 'button' ? <Switch /> : <Choice />}</Suspense>;
}
