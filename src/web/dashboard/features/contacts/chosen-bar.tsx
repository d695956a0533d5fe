import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contact } from '#src/shared/contacts.ts';
import { normalTag } from '#src/shared/tags.ts';
import { audiencesQuery } from '#src/web/dashboard/lib/audiences.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { changeList, deleteContacts, mergeContacts, tagContacts } from './queries.ts';
import { nameOf } from './words.ts';

const people = (count: number): string => (count === 1 ? '1 contact' : `${count} contacts`);

/** What can be done with the chosen contacts: tag, add to a list, merge, delete. Nothing where none is chosen. */
export function ChosenBar({
  chosen,
  isOn,
  onDone,
}: {
  chosen: readonly Contact[];
  isOn: boolean;
  onDone: () => void;
}) {
  const { busy, run } = useActOn('contacts');
  const { data: audiences = [] } = useQuery({ ...audiencesQuery, enabled: chosen.length > 0 });
  const [tag, setTag] = useState('');
  const [asks, setAsks] = useState<'delete' | 'merge' | null>(null);
  const [first, ...others] = chosen;
  if (!isOn || !first) return null;
  const ids = chosen.map(({ id }) => id);
  const lists = audiences.filter(({ kind }) => kind === 'list');
  async function act(work: () => Promise<unknown>, did: string, failure: string): Promise<void> {
    if (!(await run(work, { failure }))) return;
    toast({ title: did });
    setTag('');
    onDone();
  }
  return (
    <section aria-label="Chosen contacts" className="mb-4 border-y border-rule py-3">
      <Changes says className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <output className="w-full text-sm font-medium sm:w-auto sm:self-center">
          {people(chosen.length)} chosen
        </output>
        <form
          className="flex w-full items-end gap-2 sm:w-64"
          onSubmit={(event) => {
            event.preventDefault();
            const add = normalTag(tag);
            if (add !== '')
              void act(
                () => tagContacts({ ids, add: [add] }),
                `Tagged ${people(ids.length)}`,
                'They weren’t tagged',
              );
          }}
        >
          <div className="grow">
            <TextField
              label="Tag"
              autoComplete="off"
              autoCapitalize="none"
              maxLength={60}
              value={tag}
              onChange={(event) => setTag(event.target.value)}
            />
          </div>
          <Button type="submit" busy={busy}>
            Add
          </Button>
        </form>
        {lists.length > 0 ? (
          <div className="w-full sm:w-52">
            <Select
              label="Add to a list"
              value=""
              disabled={busy}
              options={[
                { value: '', label: 'Choose a list' },
                ...lists.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(event) => {
                const list = lists.find(({ id }) => id === event.target.value);
                if (list)
                  void act(
                    () => changeList(list.id, { add: ids }),
                    `Added ${people(ids.length)} to ${list.name}`,
                    'They weren’t added',
                  );
              }}
            />
          </div>
        ) : null}
        <span className="flex gap-2">
          {others.length > 0 ? (
            <Button busy={busy} onClick={() => setAsks('merge')}>
              Merge
            </Button>
          ) : null}
          <Button variant="quiet" busy={busy} onClick={() => setAsks('delete')}>
            Delete
          </Button>
        </span>
      </Changes>
      <ConfirmDialog
        open={asks === 'delete'}
        title={`Delete ${people(chosen.length)}?`}
        text="They get no more alerts. The record of what was sent stays. Members are kept."
        confirmLabel="Delete"
        onClose={() => setAsks(null)}
        onConfirm={() =>
          void act(() => deleteContacts(ids), `Deleted ${people(chosen.length)}`, 'They weren’t deleted')
        }
      />
      <ConfirmDialog
        open={asks === 'merge'}
        title={`Merge ${people(chosen.length)} into ${nameOf(first)}?`}
        text={`${nameOf(first)} gets the addresses, tags, lists and history of the others. This can’t be undone.`}
        confirmLabel="Merge"
        onClose={() => setAsks(null)}
        onConfirm={() =>
          void act(
            () =>
              mergeContacts(
                first.id,
                others.map(({ id }) => id),
              ),
            `Merged into ${nameOf(first)}`,
            'They weren’t merged',
          )
        }
      />
    </section>
  );
}
