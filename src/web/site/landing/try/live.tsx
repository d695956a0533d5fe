import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { Bar } from '#src/shared/market.ts';
import { barOf } from '../../market/bars.ts';
import { recordPath } from './defaults.ts';
import { afterFrame, inSlices } from '../breathe.ts';
import { Chart } from './chart.tsx';
import { createRun } from './outcome.ts';
import { paramId } from './params.ts';
import { readRule } from './read-rule.ts';
import { Results } from './results.tsx';

type Record = { bars: readonly Bar[]; note: string };

const LOST = 'The record couldn’t be loaded. Check the connection and change something to try again.';

/** Fetches a record once; a failure is forgotten, so that the next use tries again. */
function createRecords(): (id: string) => Promise<Record> {
  const records = new Map<string, Promise<Record>>();
  const read = async (id: string): Promise<Record> => {
    const answer = await fetch(recordPath(id));
    if (!answer.ok) throw new Error(`${recordPath(id)}: ${answer.status}`);
    const { rows, note } = (await answer.json()) as { rows: string[]; note: string };
    const bars: Bar[] = [];
    await inSlices(rows, (row) => bars.push(barOf(row)));
    return { bars, note };
  };
  return (id) => {
    const record = records.get(id) ?? read(id);
    records.set(id, record);
    record.catch(() => records.delete(id));
    return record;
  };
}

/** Takes the prerendered section over: answers its controls from now on, first with what they say already. */
export async function goLive(section: HTMLElement): Promise<void> {
  const form = section.querySelector<HTMLFormElement>('[data-try="form"]');
  const host = section.querySelector<HTMLElement>('[data-try="results"]');
  const error = section.querySelector<HTMLElement>('[data-try="error"]');
  if (!form || !host || !error) throw new Error('The section lacks a part.');
  const groups = [...form.querySelectorAll<HTMLFieldSetElement>('[data-params]')];
  const records = createRecords();
  const root = createRoot(host);
  let latest = 0;

  const complain = (sentence: string, id?: string): void => {
    error.textContent = sentence;
    // What stands below answers the rule before.
    host.toggleAttribute('data-stale', sentence !== '');
    for (const input of form.querySelectorAll('input'))
      if (input.id === id) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
  };
  const answer = async (): Promise<void> => {
    latest += 1;
    const mine = latest;
    const values = new FormData(form);
    const name = String(values.get('detector'));
    for (const group of groups) {
      const isChosen = group.dataset['params'] === name;
      group.hidden = !isChosen;
      group.disabled = !isChosen;
    }
    const typed = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value)]));
    const { record: id = '', detector: _, ...params } = typed;
    const rule = readRule(name, params);
    if (!rule.ok) return complain(rule.sentence, paramId(name, rule.param));
    complain('');
    // The choice is seen first; counting begins after that, and not at all where another one came meanwhile.
    await afterFrame();
    if (mine !== latest) return;
    let record: Record;
    try {
      record = await records(id);
    } catch {
      if (mine === latest) complain(LOST);
      return;
    }
    const run = createRun(rule.detector);
    await inSlices(record.bars, run.take);
    // Something else may have been chosen or typed meanwhile.
    if (mine !== latest) return;
    const outcome = run.outcome();
    const { unit } = rule.detector;
    const results = (
      <Results
        outcome={outcome}
        unit={unit}
        note={record.note}
        chart={<Chart bars={record.bars} outcome={outcome} unit={unit} />}
      />
    );
    startTransition(() => root.render(results));
  };
  form.addEventListener('input', () => void answer());
  await answer();
}
