/** What each node leads to. A target that is no node of its own leads nowhere. */
export type Graph = Map<string, readonly string[]>;

/** The groups of nodes that reach each other (Tarjan's strongly connected components of two and more), sorted. */
export function circles(graph: Graph): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];

  function visit(node: string): number {
    const place = order.size;
    order.set(node, place);
    lowest.set(node, place);
    open.push(node);
    for (const target of graph.get(node) ?? []) {
      const reached = order.has(target) ? openPlace(target) : visit(target);
      if (reached !== null) lowest.set(node, Math.min(lowest.get(node) ?? place, reached));
    }
    const low = lowest.get(node) ?? place;
    if (low === place) {
      const group = open.splice(open.indexOf(node));
      if (group.length > 1) found.push(group.toSorted());
    }
    return low;
  }
  /** Only what is still open belongs to the circle that is being walked. */
  const openPlace = (node: string): number | null => (open.includes(node) ? (order.get(node) ?? null) : null);

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])));
}
