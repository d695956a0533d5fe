import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { readOnlyReason } from '../lib/access.ts';
import { workspacesQuery } from '../lib/workspace/queries.ts';

const Switch = lazy(async () => ({ default: (await import('./workspace-switch.tsx')).WorkspaceSwitch }));
const Choice = lazy(async () => ({ default: (await import('./workspace-switch.tsx')).WorkspaceSelect }));

/** The way to the other workspaces, as a button or as a native select. Nothing, and nothing loaded, for whoever has one. */
export function WorkspaceChoice({ as }: { as: 'button' | 'select' }) {
  const { data: workspaces = [] } = useQuery({ ...workspacesQuery, enabled: readOnlyReason() === null });
  if (workspaces.length < 2) return null;
  return <Suspense fallback={null}>{as === 'button' ? <Switch /> : <Choice />}</Suspense>;
}
