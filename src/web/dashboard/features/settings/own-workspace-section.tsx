import { useQuery } from '@tanstack/react-query';
import { START_TERMS, StartWorkspaceButton } from '#src/web/dashboard/lib/workspace/start-button.tsx';
import { workspacesQuery } from '#src/web/dashboard/lib/workspace/queries.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { Section } from './section.tsx';

/** For people who joined by an invitation and have started none. */
export function OwnWorkspaceSection() {
  const { data } = useQuery({ ...workspacesQuery, enabled: readOnlyReason() === null });
  if (!data?.mayStart) return null;
  return (
    <Section
      title="Your own workspace"
      text={`Your own rules, alerts and team, in addition to the workspaces you were invited to. ${START_TERMS}`}
    >
      <StartWorkspaceButton />
    </Section>
  );
}
