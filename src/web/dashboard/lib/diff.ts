export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string };

/** What makes the second of the first, piece by piece, by their longest common sequence. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const common = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const best =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
      const line = common[row];
      if (line) line[column] = best;
    }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old = '', next = ''] = [before[row], after[column]];
    if (row < before.length && column < after.length && old === next) {
      lines.push({ kind: 'same', text: old });
      row += 1;
      column += 1;
    } else if (
      column >= after.length ||
      (row < before.length && at(row + 1, column) >= at(row, column + 1))
    ) {
      lines.push({ kind: 'removed', text: old });
      row += 1;
    } else {
      lines.push({ kind: 'added', text: next });
      column += 1;
    }
  }
  return lines;
}
