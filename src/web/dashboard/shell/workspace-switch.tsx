import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronsUpDown, Plus } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { ROLE_WORDS } from '#src/shared/team.ts';
import { cx } from '#src/web/ui/cx.ts';
import { Dropdown } from '#src/web/ui/dropdown.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { meQuery } from '../lib/me.ts';
import { workspacesQuery } from '../lib/workspace/queries.ts';
import { goToWorkspace } from '../lib/workspace/go-to.ts';
import { START_TERMS, StartWorkspaceButton } from '../lib/workspace/start-button.tsx';
import { startWorkspace } from '../lib/workspace/start.ts';

/** Where the person is and could be; null while that is not known. `go` switches. */
function useWorkspaces() {
  const { data: me } = useQuery(meQuery);
  const { data: known } = useQuery(workspacesQuery);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { pathname } = useLocation();
  if (!me || !known) return null;
  const { items: workspaces, mayStart } = known;
  return {
    here: me.workspace,
    workspaces,
    mayStart,
    start: () => void startWorkspace({ navigate, queries }),
    go: (id: string): void => {
      const to = workspaces.find((each) => each.id === id);
      if (to && id !== me.workspace.id) goToWorkspace(to, pathname, navigate);
    },
  };
}

/** For the top bar, where there is room: which workspace this is, and the way to the others. */
export function WorkspaceSwitch() {
  const choice = useWorkspaces();
  if (!choice) return null;
  const { here, workspaces, mayStart, start, go } = choice;
  return (
    <Dropdown
      align="right"
      wide
      face={{
        className:
          'inline-flex h-9 max-w-52 items-center gap-1.5 rounded-sm border border-edge px-2.5 text-sm hover:border-ink pointer-coarse:h-11',
        name: `Workspace: ${here.name}. Switch`,
      }}
      label={
        <>
          <span className="truncate">{here.name}</span>
          <ChevronsUpDown size={14} aria-hidden="true" className="shrink-0 text-ink-2" />
        </>
      }
    >
      {(close) => (
        <section aria-label="Workspaces">
          <h2 className="slug px-2 pt-1 pb-2 text-ink-3">Workspaces</h2>
          <ul>
            {workspaces.map(({ id, name, role, members }) => {
              const isHere = id === here.id;
              return (
                <li key={id}>
                  <button
                    type="button"
                    aria-current={isHere ? 'true' : undefined}
                    className="flex min-h-12 w-full items-center gap-3 rounded-sm px-2 py-1 text-left text-sm hover:bg-sunk"
                    onClick={() => {
                      close();
                      go(id);
                    }}
                  >
                    <Check
                      size={16}
                      aria-hidden="true"
                      className={cx('shrink-0', isHere ? 'text-ink' : 'invisible')}
                    />
                    <span className="min-w-0 grow">
                      <span className={cx('block truncate', isHere && 'font-medium')}>{name}</span>
                      <span className="block text-xs text-ink-2">
                        {ROLE_WORDS[role].name}, {members === 1 ? 'only you' : `${members} members`}
                      </span>
                    </span>
                  </button>
                </li>
              );
            })}
            {mayStart ? (
              <li className="mt-1 border-t border-line pt-1">
                <button
                  type="button"
                  className="flex min-h-12 w-full items-center gap-3 rounded-sm px-2 py-1 text-left text-sm hover:bg-sunk"
                  onClick={() => {
                    close();
                    start();
                  }}
                >
                  <Plus size={16} aria-hidden="true" className="shrink-0" />
                  <span className="min-w-0 grow">
                    <span className="block">Start your own workspace</span>
                    <span className="block text-xs text-ink-2">{START_TERMS}</span>
                  </span>
                </button>
              </li>
            ) : null}
          </ul>
        </section>
      )}
    </Dropdown>
  );
}

/** The same in the menu, for screens whose top bar has no room. A native select: phones show their own picker. */
export function WorkspaceSelect() {
  const choice = useWorkspaces();
  if (!choice) return null;
  const { here, workspaces, mayStart, go } = choice;
  return (
    <div className="mb-4 px-1 lg:hidden">
      <Select
        label="Workspace"
        value={here.id}
        options={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ target }) => go(target.value)}
      />
      {mayStart ? (
        <>
          <StartWorkspaceButton size="sm" className="mt-3 w-full" />
          <p className="mt-2 text-xs text-ink-2">{START_TERMS}</p>
        </>
      ) : null}
    </div>
  );
}
