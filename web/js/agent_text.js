// Agents as text, as people and records write them: "coach", "coach:200ms", "mcts:5000n".
// @ts-check

/** Reads "coach:200ms" as fields of `best`. @param {string} text @returns {{ agent: string, budget_ms?: number, nodes?: number, rollouts?: number }} */
export function readAgent(text) {
    const [agent, budget = ''] = text.split(':');
    const [, count, unit] = /^(\d+)(ms|s|n|r)$/.exec(budget) ?? [];
    if (!unit) return { agent };
    const field = { n: 'nodes', r: 'rollouts' }[unit] ?? 'budget_ms';
    return { agent, [field]: Number(count) * (unit === 's' ? 1000 : 1) };
}
