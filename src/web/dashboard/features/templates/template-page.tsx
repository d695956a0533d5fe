import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { STYLE_LABELS, STYLES } from '#src/shared/content/layout.ts';
import { TEMPLATE, type TemplateContent } from '#src/shared/templates.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { useUnsaved } from '#src/web/lib/forms/unsaved.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { BackLink } from '#src/web/ui/back-link.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { FieldError } from '#src/web/ui/field.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { BlockEditor } from './block-editor.tsx';
import { contentOf, draftOf, faultsOf } from './draft.ts';
import { Preview } from './preview.tsx';
import { brandsQuery, changeTemplate, makeTemplate, templateQuery, templatesQuery } from './queries.ts';
import { Versions } from './versions.tsx';

type Opened = { id: string | null; name: string; version: number; content: TemplateContent };

/** One template: ours by its style, to be copied, or the workspace's own by its id. */
export function TemplatePage() {
  const { id = '' } = useParams();
  const style = STYLES.find((each) => each === id);
  const list = useQuery(templatesQuery);
  const own = useQuery({ ...templateQuery(id), enabled: style === undefined });
  const ours = list.data?.standard.find((each) => each.style === style);
  const opened: Opened | undefined =
    style === undefined
      ? own.data
      : ours && { id: null, name: `My ${ours.name.toLowerCase()}`, version: 0, content: ours.content };
  usePageTitle(style === undefined ? (own.data?.name ?? 'Template') : STYLE_LABELS[style]);
  const mayWrite = useMay('templates:write') === true && list.data?.inPlan === true;
  const error = list.error ?? (style === undefined ? own.error : null);
  if (error && (!opened || !list.data))
    return (
      <>
        <BackLink to="/templates">Templates</BackLink>
        <h1 className="headline pb-5 text-h2">Template</h1>
        <ErrorState
          heading="h2"
          title="The template couldn’t be loaded"
          text={error.message}
          // Whichever failed: with one of them alone it would load for ever.
          onRetry={() => {
            void list.refetch();
            if (style === undefined) void own.refetch();
          }}
        />
      </>
    );
  if (!opened || !list.data)
    return (
      <>
        <BackLink to="/templates">Templates</BackLink>
        <h1 className="sr-only">Template</h1>
        <output>
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-100 w-full" />
        </output>
      </>
    );
  return <Editor key={id} opened={opened} mayWrite={mayWrite} />;
}

const SOURCE_START = `<h1>{{ headline }}</h1>
<p>{{ summary }}</p>
{% if chart.src %}<img src="{{ chart.src }}" alt="{{ chart.alt }}" width="528">{% endif %}
<table width="100%">
{% for row in rows %}<tr><td>{{ row.label }}</td><td align="right">{{ row.value }}</td></tr>
{% endfor %}</table>
`;

function Editor({ opened, mayWrite }: { opened: Opened; mayWrite: boolean }) {
  const navigate = useNavigate();
  const { busy, run } = useActOn('account');
  const [name, setName] = useState(opened.name);
  const [draft, setDraft] = useState(() => draftOf(opened.content));
  const [saved, setSaved] = useState({ name: opened.name, version: opened.version });
  // Saving a new one leads on to its page before anything is drawn again.
  const stored = useRef({ name: opened.name, text: JSON.stringify(opened.content) });
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const brands = useQuery(brandsQuery).data?.items.filter(({ archivedAt }) => archivedAt === null) ?? [];
  const languages = brands.flatMap((brand) => brand.languages);
  const content = contentOf(draft);
  const faults = faultsOf(draft);
  const isValid = faults.size === 0;
  useUnsaved(
    () => mayWrite && (name !== stored.current.name || JSON.stringify(content) !== stored.current.text),
  );
  const keep = (version: number): void => {
    stored.current = { name, text: JSON.stringify(content) };
    setSaved({ name, version });
  };
  const save = async (): Promise<void> => {
    setTried(true);
    setProblem(null);
    if (!isValid) return;
    const { id } = opened;
    const change = { name, content, version: saved.version };
    const done = await run(
      () => (id === null ? makeTemplate({ name, content }) : changeTemplate(id, change)),
      {
        onRefused: ({ message }) => setProblem(message),
      },
    );
    if (!done) return;
    keep(done.done.version);
    toast({ title: 'Template saved' });
    if (id === null) await navigate(`/templates/${done.done.id}`);
  };
  return (
    <>
      <BackLink to="/templates">Templates</BackLink>
      <header className="pb-5">
        <h1 className="headline text-h2 wrap-anywhere">{opened.id === null ? 'New template' : saved.name}</h1>
        {opened.id === null ? (
          <p className="mt-2 max-w-text text-base text-ink-2">
            This is a copy of a built-in template. Change it, and save it under a name.
          </p>
        ) : null}
      </header>
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <fieldset disabled={!mayWrite} className="grid gap-5">
            <TextField
              label="Name"
              autoComplete="off"
              maxLength={TEMPLATE.nameMax}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <Select
              label="Style of the email"
              hint="Rich shows the figure large."
              options={STYLES.map((style) => ({ value: style as string, label: STYLE_LABELS[style] }))}
              value={draft.style}
              onChange={({ target }) =>
                setDraft({ ...draft, style: STYLES.find((style) => style === target.value) ?? 'standard' })
              }
            />
            <Checkbox
              label="Write the email in Liquid and HTML"
              hint="Other channels keep the blocks below."
              checked={draft.source !== null}
              onChange={({ target }) => setDraft({ ...draft, source: target.checked ? SOURCE_START : null })}
            />
            {draft.source === null ? null : (
              <TextArea
                label="Source"
                spellCheck={false}
                rows={14}
                hint="Values: headline, summary, figure.value, rows, chart.src, disclaimers, brand.name, language to compare, and placeholders such as close. Figures are printed as they are."
                value={draft.source}
                error={faults.get('source')}
                onChange={({ target }) => setDraft({ ...draft, source: target.value })}
              />
            )}
            <BlockEditor
              blocks={draft.blocks}
              languages={languages}
              faults={faults}
              showFaults={tried}
              onChange={(blocks) => setDraft({ ...draft, blocks })}
            />
          </fieldset>
          {mayWrite ? (
            <Changes says className="mt-6">
              {problem ? <FieldError id="template-problem">{problem}</FieldError> : null}
              {tried && !isValid ? (
                <FieldError id="template-faults">Fix the fields marked above, then save again.</FieldError>
              ) : null}
              <Button variant="primary" className="mt-3" busy={busy} onClick={() => void save()}>
                {busy ? 'Processing...' : 'Save template'}
              </Button>
            </Changes>
          ) : null}
          {opened.id === null ? null : (
            <section className="mt-10">
              <h2 className="mb-2 text-base font-medium">Versions</h2>
              <Versions
                id={opened.id}
                current={saved.version}
                mayWrite={mayWrite}
                onRestored={(restored, version) => {
                  setDraft(draftOf(restored));
                  stored.current = { name: saved.name, text: JSON.stringify(restored) };
                  setSaved({ name: saved.name, version });
                }}
              />
            </section>
          )}
        </div>
        <Preview name={name} content={content} isValid={isValid} />
      </div>
    </>
  );
}
