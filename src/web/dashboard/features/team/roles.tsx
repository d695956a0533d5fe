import { PERMISSION_WORDS } from '#src/shared/permission-words.ts';
import { type Permission, PERMISSIONS, ROLES } from '#src/shared/permissions.ts';
import { ROLE_WORDS } from '#src/shared/team.ts';
import { TableHead } from '#src/web/ui/table-head.tsx';

const COLUMNS = [{ label: 'What', className: 'pr-6' }, { label: 'Who' }];
const permissions = Object.keys(PERMISSION_WORDS) as Permission[];

function whoMay(permission: Permission): string {
  const roles = PERMISSIONS[permission];
  if (roles.length === ROLES.length) return 'Everyone';
  return roles.map((role) => ROLE_WORDS[role].name).join(', ');
}

/** What each role is for and may do, from the table that the server asks. */
export function Roles() {
  return (
    <section
      aria-labelledby="roles"
      className="mt-12 grid gap-x-12 gap-y-6 border-t border-line pt-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,9fr)]"
    >
      <div>
        <h2 id="roles" className="headline text-h3">
          Roles and permissions
        </h2>
        <dl className="mt-4 grid gap-3 text-sm">
          {ROLES.map((role) => (
            <div key={role}>
              <dt className="font-medium">{ROLE_WORDS[role].name}</dt>
              <dd className="text-ink-2">{ROLE_WORDS[role].purpose}</dd>
            </div>
          ))}
        </dl>
      </div>
      <table className="h-fit w-full text-left text-sm">
        <TableHead columns={COLUMNS} />
        <tbody>
          {permissions.map((permission) => (
            <tr key={permission} className="border-b border-line align-baseline">
              <th scope="row" className="py-2.5 pr-6 font-normal">
                {PERMISSION_WORDS[permission]}
              </th>
              <td className="py-2.5 text-ink-2">{whoMay(permission)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
