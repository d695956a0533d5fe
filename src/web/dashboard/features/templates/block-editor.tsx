import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Language } from '#src/shared/content/answer.ts';
import { FORMS } from '#src/shared/content/layout.ts';
import { BLOCK_WORDS, FORM_WORDS, IMAGE_MAX_BYTES } from '#src/shared/templates.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Checkbox } from '#src/web/ui/checkbox.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { FieldError } from '#src/web/ui/field.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { addable, type DraftBlock, moved, newBlock, type OwnDraftBlock } from './draft.ts';
import { uploadImage } from './queries.ts';
import { Words } from './words.tsx';

type Faults = ReadonlyMap<string, string>;

/** Blocks in their order: added, edited, moved by mouse or by keyboard, removed. */
export function BlockEditor({
  blocks,
  languages,
  faults,
  showFaults,
  onChange,
}: {
  blocks: readonly DraftBlock[];
  /** Those of the brands. */
  languages: readonly Language[];
  faults: Faults;
  showFaults: boolean;
  onChange: (blocks: DraftBlock[]) => void;
}) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const move = (from: number, to: number): void => {
    onChange(moved(blocks, from, to));
    const label = BLOCK_WORDS[blocks[from]?.kind ?? 'text'].label;
    setSaid(`${label} is now block ${to + 1} of ${blocks.length}.`);
  };
  const put = (at: number, block: DraftBlock): void => onChange(blocks.with(at, block));
  const whole = faults.get('blocks');
  return (
    <section aria-label="Blocks">
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      <ol className="border-t border-line">
        {blocks.map((block, at) => {
          const { label, says } = BLOCK_WORDS[block.kind];
          const name = `${label}, block ${at + 1}`;
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- For the mouse; the buttons do the same by keyboard.
            <li
              key={block.key}
              onDragOver={(event) => {
                if (dragged !== null) event.preventDefault();
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== null && dragged !== at) move(dragged, at);
                setDragged(null);
              }}
              className={cx('border-b border-line py-3', dragged === at && 'opacity-50')}
            >
              <div className="flex items-start gap-2">
                <span
                  draggable
                  onDragStart={() => setDragged(at)}
                  onDragEnd={() => setDragged(null)}
                  title="Drag to move"
                  className="mt-2.5 shrink-0 cursor-grab text-ink-3"
                >
                  <GripVertical size={18} aria-hidden="true" />
                </span>
                <div className="min-w-0 grow pt-1.5">
                  <p className="font-medium">{label}</p>
                  <p className="text-sm text-ink-2">{says}</p>
                </div>
                <span className="flex shrink-0">
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={`Move ${name} up`}
                    disabled={at === 0}
                    onClick={() => move(at, at - 1)}
                  >
                    <ArrowUp size={16} aria-hidden="true" />
                  </Button>
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={`Move ${name} down`}
                    disabled={at === blocks.length - 1}
                    onClick={() => move(at, at + 1)}
                  >
                    <ArrowDown size={16} aria-hidden="true" />
                  </Button>
                  <Button
                    variant="quiet"
                    size="icon"
                    aria-label={`Remove ${name}`}
                    onClick={() => onChange(blocks.filter((each) => each !== block))}
                  >
                    <Trash2 size={16} aria-hidden="true" />
                  </Button>
                </span>
              </div>
              <div className="mt-2 grid gap-4 pl-6.5">
                <Fields
                  block={block}
                  name={name}
                  languages={languages}
                  faultOf={(field) => (showFaults ? faults.get(`blocks.${at}.${field}`) : undefined)}
                  set={(next) => put(at, next)}
                />
                <fieldset>
                  <legend className="sr-only">Where {name} is shown</legend>
                  <div className="flex flex-wrap gap-x-5 gap-y-2">
                    {FORMS.map((form) => (
                      <Checkbox
                        key={form}
                        label={FORM_WORDS[form]}
                        checked={block.in.includes(form)}
                        onChange={({ target }) =>
                          put(at, {
                            ...block,
                            in: FORMS.filter((each) =>
                              each === form ? target.checked : block.in.includes(each),
                            ),
                          })
                        }
                      />
                    ))}
                  </div>
                  <Fault says={faults.get(`blocks.${at}.in`)} id={`${block.key}-in`} />
                </fieldset>
              </div>
            </li>
          );
        })}
      </ol>
      <Fault says={whole} id="blocks-fault" />
      <div className="mt-4 max-w-72">
        <Select
          label="Add a block"
          options={[
            { value: '', label: 'Choose a block' },
            ...addable(blocks).map((kind) => ({ value: kind as string, label: BLOCK_WORDS[kind].label })),
          ]}
          value=""
          onChange={({ target }) => {
            const kind = addable(blocks).find((each) => each === target.value);
            if (kind) onChange([...blocks, newBlock(kind)]);
          }}
        />
      </div>
    </section>
  );
}

const Fault = ({ says, id }: { says: string | undefined; id: string }) =>
  says === undefined ? null : <FieldError id={id}>{says}</FieldError>;

const UTM = [
  ['source', 'UTM source'],
  ['medium', 'UTM medium'],
  ['campaign', 'UTM campaign'],
] as const;

type FieldsProps<B extends DraftBlock> = {
  block: B;
  /** Of the block, such as “Text, block 2”. */
  name: string;
  languages: readonly Language[];
  faultOf: (field: string) => string | undefined;
  set: (block: DraftBlock) => void;
};

function Fields({ block, ...props }: FieldsProps<DraftBlock>) {
  const { faultOf, set } = props;
  if (block.kind === 'text') return <Words block={block} {...props} />;
  if (block.kind === 'button')
    return (
      <>
        <Words block={block} {...props} />
        <TextField
          label="Link"
          inputMode="url"
          autoComplete="off"
          placeholder="https://example.com/{{ticker}}"
          value={block.url}
          error={faultOf('url')}
          onChange={({ target }) => set({ ...block, url: target.value })}
        />
        <div className="grid gap-4 sm:grid-cols-3">
          {UTM.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              autoComplete="off"
              value={block.utm[name] ?? ''}
              error={faultOf(`utm.${name}`)}
              onChange={({ target }) => set({ ...block, utm: { ...block.utm, [name]: target.value } })}
            />
          ))}
        </div>
      </>
    );
  return block.kind === 'image' ? <ImageFields block={block} {...props} /> : null;
}

function ImageFields({ block, ...props }: FieldsProps<Extract<OwnDraftBlock, { kind: 'image' }>>) {
  const { faultOf, set } = props;
  const [fault, setFault] = useState<string | null>(null);
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > IMAGE_MAX_BYTES) {
      setFault('An image may have 2 MB at most. Save it smaller.');
      return;
    }
    try {
      const { hash, width, height } = await uploadImage(file);
      setFault(null);
      set({ ...block, hash, width, height });
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'The image wasn’t uploaded. Try again.');
    }
  };
  const says = fault ?? faultOf('hash');
  return (
    <>
      {block.hash === '' ? null : (
        <img
          src={`/media/${block.hash}.png`}
          alt={block.alt}
          width={block.width}
          height={block.height}
          className="h-auto max-h-40 w-auto max-w-full self-start"
        />
      )}
      <label className="block text-sm font-medium">
        Image
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
          className="mt-2 block min-h-11 w-full text-sm font-normal"
        />
      </label>
      <Fault says={says ?? undefined} id={`${block.key}-image`} />
      <Words block={block} {...props} />
    </>
  );
}
