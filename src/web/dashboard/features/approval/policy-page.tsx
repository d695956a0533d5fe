import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useParams } from 'react-router';
import {
  type Policies,
  POLICY,
  type Policy,
  type PolicyContent,
  policyFormSchema,
} from '#src/shared/approval.ts';
import { policiesQuery } from '#src/web/dashboard/lib/approval/policies.ts';
import { membersQuery } from '#src/web/dashboard/lib/team.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useUnsaved } from '#src/web/lib/forms/unsaved.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { BackLink } from '#src/web/ui/back-link.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { FieldError } from '#src/web/ui/field.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { DryRunPanel } from './dry-run-panel.tsx';
import { contentOf, draftOf, fieldOf } from './draft.ts';
import { PolicyFields, type Team } from './policy-fields.tsx';
import { changePolicy, makePolicy, policyVersionsQuery } from './queries.ts';
import { policyInShort } from './words.ts';

type Opened = { id: string | null; name: string; version: number; content: PolicyContent };

/** One policy of the workspace. Without an id: a new one, which starts as smart approval. */
export function PolicyPage() {
  const { id } = useParams();
  const { data, error, refetch } = useQuery(policiesQuery);
  // The people to choose from come with it: later they would push away what is being read.
  const team = useQuery(membersQuery);
  const isReady = data !== undefined && !team.isPending;
  const opened = isReady ? openedOf(data, id) : undefined;
  usePageTitle(opened?.name || (id === undefined ? 'New policy' : 'Policy'));
  return (
    <>
      <BackLink to="/approval">Approval</BackLink>
      {opened ? (
        <Editor key={id ?? 'new'} opened={opened} team={team} />
      ) : (
        <>
          <h1 className="headline pb-5 text-h2">{id === undefined ? 'New policy' : 'Policy'}</h1>
          {isReady ? (
            <ErrorState
              heading="h2"
              title="There is no such policy"
              text="It may have been deleted, or be in another workspace."
              onRetry={() => void refetch()}
            />
          ) : error ? (
            <ErrorState
              heading="h2"
              title="The policy couldn’t be loaded"
              text={error.message}
              onRetry={() => void refetch()}
            />
          ) : (
            <output>
              <span className="sr-only">Loading...</span>
              <Skeleton className="h-100 w-full" />
            </output>
          )}
        </>
      )}
    </>
  );
}

function openedOf(data: Policies, id: string | undefined): Opened | undefined {
  if (id !== undefined) return data.items.find((policy) => policy.id === id);
  const smart = data.standard.find((each) => each.id === 'smart');
  return smart && { id: null, name: '', version: 0, content: smart.content };
}

function Editor({ opened, team }: { opened: Opened; team: Team }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayWrite = useMay('policies:write') === true;
  const { busy, run } = useActOn('account');
  const [name, setName] = useState(opened.name);
  const [draft, setDraft] = useState(() => draftOf(opened.content));
  const [saved, setSaved] = useState(opened);
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { data: form, faults = {} } = checkBy(policyFormSchema, { name, content: contentOf(draft) }, fieldOf);
  const textOf = (of: { name: string; content: unknown }) =>
    JSON.stringify([of.name, draftOf(of.content as PolicyContent)]);
  const differs = JSON.stringify([name, draft]) !== textOf(saved);
  useUnsaved(() => mayWrite && differs);
  const save = async (): Promise<void> => {
    setTried(true);
    setProblem(null);
    if (!form) return;
    const { id } = saved;
    const done = await run(
      () => (id === null ? makePolicy(form) : changePolicy(id, { ...form, version: saved.version })),
      { onRefused: ({ message }) => setProblem(message) },
    );
    if (!done) return;
    const policy: Policy = done.done;
    // At once: where the page of a new one follows, nothing is unsaved anymore.
    flushSync(() => {
      setSaved(policy);
      setName(policy.name);
      setDraft(draftOf(policy.content));
    });
    toast({ title: 'Policy saved' });
    if (id !== null) return;
    // Its page finds it at once, before the list has been fetched again.
    queries.setQueryData(
      policiesQuery.queryKey,
      (known) => known && { ...known, items: [...known.items, policy] },
    );
    await navigate(`/approval/${policy.id}`, { replace: true });
  };
  const shown = tried ? faults : {};
  return (
    <>
      <header className="pb-5">
        <h1 className="headline text-h2 wrap-anywhere">{saved.id === null ? 'New policy' : saved.name}</h1>
        <p className="mt-2 max-w-text text-base text-ink-2">
          Each change saves a new version. Alerts that are already waiting keep the version they started with.
        </p>
      </header>
      <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <div className="min-w-0">
          <fieldset disabled={!mayWrite} className="grid gap-6">
            <legend className="sr-only">Policy</legend>
            <TextField
              label="Name"
              autoComplete="off"
              maxLength={POLICY.nameMax}
              value={name}
              error={shown['name']}
              onChange={({ target }) => setName(target.value)}
            />
            <PolicyFields
              draft={draft}
              team={team}
              faults={shown}
              set={(change) => setDraft({ ...draft, ...change })}
            />
          </fieldset>
          {mayWrite ? (
            <Changes says className="mt-6">
              {problem ? <FieldError id="policy-problem">{problem}</FieldError> : null}
              {tried && !form ? (
                <FieldError id="policy-faults">Fix the fields marked above, then save again.</FieldError>
              ) : null}
              <Button variant="primary" className="mt-3" busy={busy} onClick={() => void save()}>
                {busy ? 'Processing...' : 'Save policy'}
              </Button>
            </Changes>
          ) : (
            <p className="mt-6 text-sm text-ink-2">Owners and admins change policies.</p>
          )}
        </div>
        <div className="grid min-w-0 content-start gap-10">
          <DryRunPanel content={form?.content ?? null} />
          {saved.id === null ? null : <Versions id={saved.id} />}
        </div>
      </div>
    </>
  );
}

function Versions({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(policyVersionsQuery(id));
  if (error && !data)
    return (
      <ErrorState
        heading="h2"
        title="The versions couldn’t be loaded"
        text={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <output className="sr-only">Loading...</output>;
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="mb-2 text-base font-medium">
        Versions
      </h2>
      <ol className="border-t border-rule">
        {data.items.map(({ version, content, by, at }) => (
          <li key={version} className="border-b border-line py-3 text-sm">
            <p>
              <span className="font-medium">Version {version}</span> · <Time at={at} /> · {by}
            </p>
            <p className="text-ink-2">{policyInShort(content)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
