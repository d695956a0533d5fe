import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { COMMENT, commentFormSchema } from '#src/shared/comments.ts';
import { membersQuery } from '#src/web/dashboard/lib/team.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useUnsaved } from '#src/web/lib/forms/unsaved.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Listbox, optionId, placeAfter } from '#src/web/ui/listbox.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { matching, mentionable, mentionAt, type Mentioned, withIds } from './mention.ts';
import { writeComment } from './queries.ts';

/** Writes a comment. After an @ it lists members to mention; the focus stays in the text, as in a combobox. */
export function CommentForm({ alertId }: { alertId: string }) {
  const { data: team } = useQuery(membersQuery);
  const { busy, run } = useActOn('alerts');
  const [text, setText] = useState('');
  const [caret, setCaret] = useState(0);
  const [fault, setFault] = useState<string>();
  /** The @ whose list was closed. */
  const [closed, setClosed] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const area = useRef<HTMLTextAreaElement>(null);
  /** Where the caret goes once the text is drawn. */
  const next = useRef<number | null>(null);
  const list = useId();
  useUnsaved(() => text.trim() !== '', true);
  useLayoutEffect(() => {
    if (next.current === null) return;
    area.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  });

  const people = mentionable(team ?? []);
  const mention = mentionAt(text, caret);
  const options = mention && mention.from !== closed ? matching(people, mention.words) : [];
  // A whole name was typed: there is nothing left to choose.
  const isOpen = options.length > 0 && !people.some(({ label }) => mention?.words.startsWith(`${label} `));
  const active = Math.min(at, options.length - 1);

  const onText = (area: HTMLTextAreaElement): void => {
    setText(area.value);
    setCaret(area.selectionStart);
    setAt(0);
    setFault(undefined);
    if (closed !== null && area.value[closed] !== '@') setClosed(null);
  };
  const choose = (person: Mentioned | undefined): void => {
    if (!person || !mention) return;
    const begins = `${text.slice(0, mention.from)}@${person.label} `;
    setText(begins + text.slice(caret).replace(/^ /, ''));
    setCaret(begins.length);
    next.current = begins.length;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
      return;
    }
    if (!isOpen || event.shiftKey) return;
    const moved = placeAfter(event.key, active, options.length);
    if (moved !== undefined) setAt(moved);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(options[active]);
    else if (event.key === 'Escape') setClosed(mention?.from ?? null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const read = commentFormSchema.safeParse({ text: withIds(text, people) });
    if (!read.success) {
      setFault(read.error.issues[0]?.message);
      area.current?.focus();
      return;
    }
    const done = await run(() => writeComment(alertId, read.data.text), {
      onRefused: ({ message }) => setFault(message),
    });
    if (!done) return;
    setText('');
    setCaret(0);
    area.current?.focus();
  }

  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} aria-label="Write a comment" className="mt-4">
      <div className="relative">
        <TextArea
          ref={area}
          label="Comment"
          hint="Only members of your workspace read it. Type @ to mention one."
          rows={3}
          value={text}
          error={fault}
          disabled={busy}
          maxLength={2 * COMMENT.textMax}
          aria-autocomplete="list"
          aria-controls={isOpen ? list : undefined}
          aria-activedescendant={isOpen ? optionId(list, active) : undefined}
          onChange={({ currentTarget }) => onText(currentTarget)}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onBlur={() => setClosed(mention?.from ?? null)}
        />
        {isOpen ? (
          <Listbox
            id={list}
            label="Members"
            groups={[{ options }]}
            at={active}
            keyOf={({ userId }) => userId}
            className="absolute z-20 mt-1 max-h-64 w-full rounded-sm border border-edge bg-raised p-1"
            onPoint={(option) => setAt(options.indexOf(option))}
            onChoose={choose}
          >
            {({ label, hint }) => (
              <span className="flex min-w-0 flex-wrap gap-x-2">
                <span className="wrap-anywhere">{label}</span>
                {label.includes(hint) ? null : <span className="text-ink-3 wrap-anywhere">{hint}</span>}
              </span>
            )}
          </Listbox>
        ) : null}
        <output className="sr-only">
          {isOpen ? `${options.length} ${options.length === 1 ? 'member' : 'members'} to choose from` : ''}
        </output>
      </div>
      <Button type="submit" className="mt-3" busy={busy}>
        {busy ? 'Sending...' : 'Comment'}
      </Button>
    </form>
  );
}
