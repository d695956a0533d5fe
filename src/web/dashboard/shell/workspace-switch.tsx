import { useQuery } from '@tanstack/react-query';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { ROLE_WORDS } from '#src/shared/team.ts';
import { cx } from '#src/web/ui/cx.ts';
import { Dropdown } from '#src/web/ui/dropdown.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { meQuery } from '../lib/me.ts';
import { workspacesQuery } from '../lib/team.ts';
import { switchWorkspace } from '../lib/workspace/choice.ts';

/** For whoever belongs to several workspaces: which one this is, and the way to the others. */
export function WorkspaceSwitch() {
  const { data: me } = useQuery(meQuery);
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  if (!me || workspaces.length < 2) return null;

  async function go(id: string, name: string): Promise<void> {
    // What stands in the address belongs to the workspace that is left: the screen stays, its things do not.
    await navigate(`/${pathname.split('/')[1] ?? ''}`);
    switchWorkspace(id);
    toast({ title: `You are in ${name}` });
  }

  return (
    <Dropdown
      align="right"
      wide
      face={{
        className:
          'inline-flex h-9 max-w-28 items-center gap-1.5 rounded-sm border border-edge px-2 text-sm hover:border-ink sm:max-w-52 pointer-coarse:h-11',
        name: `Workspace: ${me.workspace.name}. Switch`,
      }}
      label={
        <>
          <span className="truncate">{me.workspace.name}</span>
          <ChevronsUpDown size={14} aria-hidden="true" className="shrink-0 text-ink-2" />
        </>
      }
    >
      {(close) => (
        <section aria-label="Workspaces">
          <h2 className="slug px-2 pt-1 pb-2 text-ink-3">Workspaces</h2>
          <ul>
            {workspaces.map(({ id, name, role, members }) => {
              const here = id === me.workspace.id;
              return (
                <li key={id}>
                  <button
                    type="button"
                    aria-current={here ? 'true' : undefined}
                    className="flex min-h-12 w-full items-center gap-3 rounded-sm px-2 py-1 text-left text-sm hover:bg-sunk"
                    onClick={() => {
                      close();
                      if (!here) void go(id, name);
                    }}
                  >
                    <Check
                      size={16}
                      aria-hidden="true"
                      className={cx('shrink-0', here ? 'text-ink' : 'invisible')}
                    />
                    <span className="min-w-0 grow">
                      <span className={cx('block truncate', here && 'font-medium')}>{name}</span>
                      <span className="block text-xs text-ink-2">
                        {ROLE_WORDS[role].name}, {members === 1 ? 'only you' : `${members} members`}
                      </span>
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </Dropdown>
  );
}
