import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { VIEW_NAME_MAX, type View } from '#src/shared/alert-list.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { checkText } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Dropdown } from '#src/web/ui/dropdown.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { removeViewMutation, saveViewMutation, viewsQuery } from './queries.ts';

/** Filters kept under a name. `text` is the filter in force. */
export function ViewsMenu({ text }: { text: string }) {
  const { data: views = [], error } = useQuery(viewsQuery);
  const refusal = readOnlyReason();
  const current = views.find((view) => view.query === text && text !== '');
  return (
    <Dropdown label={current ? `View: ${current.name}` : 'Views'} on={current !== undefined} align="right">
      {(close) => (
        <>
          {error && views.length === 0 ? <p className="p-2 text-sm text-fault">{error.message}</p> : null}
          <ViewList views={views} onPick={close} />
          {refusal !== null ? (
            <p className="px-2 py-1.5 text-sm text-ink-2">{refusal}</p>
          ) : text === '' ? (
            <p className="px-2 py-1.5 text-sm text-ink-2">
              Choose a filter, then keep it here under a name of your own.
            </p>
          ) : (
            <SaveForm text={text} first={views.length === 0} />
          )}
        </>
      )}
    </Dropdown>
  );
}

function ViewList({ views, onPick }: { views: readonly View[]; onPick: () => void }) {
  const queries = useQueryClient();
  const [gone, setGone] = useState<View | null>(null);
  const show = (change: (views: View[]) => View[]) =>
    queries.setQueryData(viewsQuery.queryKey, (was) => change(was ?? []));
  const settle = () => void queries.invalidateQueries(viewsQuery);
  const remove = useMutation({ ...removeViewMutation, onSettled: settle });
  const save = useMutation({ ...saveViewMutation, onSettled: settle });
  return (
    <>
      <ul>
        {views.map((view) => (
          <li key={view.id} className="flex items-center gap-1">
            <Link
              to={`/alerts?${view.query}`}
              className="flex min-h-9 min-w-0 grow items-center rounded-sm px-2 text-sm hover:bg-sunk pointer-coarse:min-h-11"
              onClick={onPick}
            >
              <span className="truncate">{view.name}</span>
            </Link>
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Delete the view ${view.name}`}
              onClick={() => {
                setGone(view);
                show((all) => all.filter((each) => each.id !== view.id));
                remove.mutate(view.id);
              }}
            >
              <Trash2 size={14} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <output className="block text-sm text-ink-2">
        {gone ? (
          <span className="flex items-center justify-between gap-2 px-2 py-1">
            <span className="min-w-0 truncate">“{gone.name}” deleted.</span>
            <Button
              variant="quiet"
              size="sm"
              onClick={() => {
                save.mutate({ screen: 'alerts', name: gone.name, query: gone.query });
                show((all) => [...all, gone]);
                setGone(null);
              }}
            >
              Undo
            </Button>
          </span>
        ) : null}
      </output>
    </>
  );
}

function SaveForm({ text, first }: { text: string; first: boolean }) {
  const queries = useQueryClient();
  const save = useMutation({
    ...saveViewMutation,
    onSettled: () => void queries.invalidateQueries(viewsQuery),
  });
  const { onSubmit, busy, field } = useCheckedForm({
    defaults: { name: '' },
    check: ({ name }) =>
      checkText('name', name, (typed) => (typed.trim() === '' ? 'Give the view a name.' : undefined)),
    submit: async ({ name }, { reset, refuse }) => {
      try {
        await save.mutateAsync({ screen: 'alerts', name, query: text });
        reset();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refuse('name', error.message);
      }
    },
  });
  return (
    <form noValidate onSubmit={onSubmit} className={first ? 'p-1' : 'mt-2 border-t border-line p-1 pt-3'}>
      <TextField label="Keep this filter as" maxLength={VIEW_NAME_MAX} {...field('name')} />
      <Button type="submit" size="sm" className="mt-2" busy={busy}>
        Save view
      </Button>
    </form>
  );
}
