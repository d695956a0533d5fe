import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { PERMISSION_WORDS } from '#src/shared/permission-words.ts';
import { type Permission, PERMISSIONS, roleMay } from '#src/shared/permissions.ts';
import { ROLE_WORDS } from '#src/shared/team.ts';
import { buttonClass } from '#src/web/ui/button.tsx';
import { meQuery } from './me.ts';
import { membersQuery } from './team.ts';

const LIST = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** In place of a screen that the member's role does not open: what it takes, and who can help. */
export function NoPermission({ permission, title }: { permission: Permission; title: string }) {
  const { data: me } = useQuery(meQuery);
  const { data: members = [] } = useQuery(membersQuery);
  const owners = members.filter(({ role }) => roleMay(role, 'team:owners'));
  const roles = PERMISSIONS[permission].map((role) => ROLE_WORDS[role].name.toLowerCase());
  return (
    <section aria-labelledby="no-permission" className="border-t border-line py-10 md:py-14">
      <Lock size={20} aria-hidden="true" className="text-ink-3" />
      <h2 id="no-permission" className="headline mt-4 text-h4">
        {title}
      </h2>
      <p className="mt-2 max-w-text text-base text-ink-2">
        {me ? `You are ${ROLE_WORDS[me.workspace.role].name.toLowerCase()} in ${me.workspace.name}. ` : null}
        To {lowerFirst(PERMISSION_WORDS[permission])} takes the role {LIST.format(roles)}.
      </p>
      {owners.length > 0 ? (
        <p className="mt-2 max-w-text text-base text-ink-2">
          {LIST.format(owners.map(({ name }) => name))} can give it to you.
        </p>
      ) : null}
      <Link to="/" className={`mt-6 ${buttonClass()}`}>
        Return to Dashboard
      </Link>
    </section>
  );
}
