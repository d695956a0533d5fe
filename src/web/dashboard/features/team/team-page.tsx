import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Absences } from './absences.tsx';
import { InviteForm } from './invite-form.tsx';
import { Invitations } from './invitations.tsx';
import { Members } from './members.tsx';
import { Roles } from './roles.tsx';
import { TeamHead } from './team-head.tsx';

export function TeamPage() {
  usePageTitle('Team');
  const manages = useMay('team:manage');
  return (
    <>
      <TeamHead />
      <Members />
      {manages ? (
        <>
          <InviteForm />
          <Invitations />
        </>
      ) : null}
      <Absences manages={manages === true} />
      <Roles />
    </>
  );
}
