/** Marks every payment as a test while payments aren't real. */
export function TestMark() {
  return (
    <p className="inline-block border border-edge px-2.5 py-1 text-sm font-medium">
      Test payments: no money moves
    </p>
  );
}
