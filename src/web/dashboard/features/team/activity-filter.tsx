import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { ACTIVITY_AREAS, type ActivityArea, type ActivityFilter } from '#src/shared/activity.ts';
import { authorizedFetch } from '#src/web/lib/api/api.ts';
import { PeriodMenu } from '#src/web/dashboard/lib/filter/period-menu.tsx';
import { saveFile } from '#src/web/dashboard/lib/save-file.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { OneMenu } from '#src/web/dashboard/lib/filter/one-menu.tsx';
import { activityPeopleQuery } from './queries.ts';

const AREAS = (Object.keys(ACTIVITY_AREAS) as ActivityArea[]).map((value) => ({
  value,
  label: ACTIVITY_AREAS[value],
}));

/** Whose doing, what it concerned and when; and what is shown, as a file. */
export function ActivityFilterBar({
  filter,
  text,
  onChange,
}: {
  filter: ActivityFilter;
  text: string;
  onChange: (filter: ActivityFilter) => void;
}) {
  const { data: people = [] } = useQuery(activityPeopleQuery);
  const save = useMutation({
    mutationFn: async () => {
      const answer = await authorizedFetch(`/api/v1/team/activity.csv?${text}`, {
        headers: { accept: 'text/csv' },
      });
      saveFile(await answer.blob(), 'activity.csv');
    },
    onError: (error) =>
      toast({ title: 'The file couldn’t be created', description: error.message, variant: 'destructive' }),
  });
  return (
    <div className="flex flex-wrap items-center gap-2 pb-4">
      <OneMenu
        label="Person"
        choices={people.map(({ userId, name }) => ({ value: userId, label: name }))}
        chosen={filter.person}
        onChange={(person) => onChange({ ...filter, person })}
      />
      <OneMenu
        label="Kind"
        choices={AREAS}
        chosen={filter.area}
        onChange={(area) => onChange({ ...filter, area })}
      />
      <PeriodMenu
        period={{ from: filter.from, to: filter.to }}
        onChange={({ from, to }) => onChange({ ...filter, from, to })}
      />
      <Button size="sm" className="sm:ml-auto" busy={save.isPending} onClick={() => save.mutate()}>
        {save.isPending ? null : <Download size={14} aria-hidden="true" />}
        Export CSV
      </Button>
    </div>
  );
}
