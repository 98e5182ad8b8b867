// The game as a tree of moves: plain data and functions. The caller signals changes.
import type { Choices, Scene, Step } from '../scene'
import type { RecordNode, Standing } from '../protocol'

/** Information on the position after a move. */
export interface Shown extends Standing {
  scene: Scene | null
  choices: Choices | null | undefined // undefined: not requested yet
  steps?: Step[] | null
}
/** Result of an analysis, as shares or points for one seat. */
export interface Found { value: number; unit: string; seat: number; exact: boolean }

export interface TreeNode {
  id: number
  move: string
  parent: number // -1: the root
  children: number[] // the first is the main line
  comment?: string
  shown?: Shown
  found?: Found
}

export class Tree {
  nodes = new Map<number, TreeNode>([[0, { id: 0, move: '', parent: -1, children: [] }]])
  private next = 1

  get(id: number): TreeNode {
    return this.nodes.get(id) ?? (this.nodes.get(0) as TreeNode)
  }
  get root(): TreeNode {
    return this.get(0)
  }

  /** Returns the child with this move; creates it if missing. */
  add(parent: number, move: string): TreeNode {
    const at = this.get(parent)
    for (const child of at.children) if (this.get(child).move === move) return this.get(child)
    const node: TreeNode = { id: this.next++, move, parent: at.id, children: [] }
    this.nodes.set(node.id, node)
    at.children.push(node.id)
    return node
  }

  /** Returns the node after these moves from the root; creates missing nodes. */
  follow(moves: string[]): TreeNode {
    let at = this.root
    for (const move of moves) at = this.add(at.id, move)
    return at
  }

  /** Returns the node after these moves, if all exist. */
  find(moves: string[]): TreeNode | null {
    let at = this.root
    for (const move of moves) {
      const child = at.children.find((c) => this.get(c).move === move)
      if (child === undefined) return null
      at = this.get(child)
    }
    return at
  }

  /** The path from the root to the node, without the root. */
  path(id: number): TreeNode[] {
    const way: TreeNode[] = []
    for (let at = this.get(id); at.parent >= 0; at = this.get(at.parent)) way.push(at)
    return way.reverse()
  }
  moves(id: number): string[] {
    return this.path(id).map((n) => n.move)
  }
  ply(id: number): number {
    return this.path(id).length
  }
  /** The end of the main line from here. */
  end(id: number): TreeNode {
    let at = this.get(id)
    while (at.children.length > 0) at = this.get(at.children[0] as number)
    return at
  }
  holds(ancestor: number, id: number): boolean {
    for (let at = this.get(id); ; at = this.get(at.parent)) {
      if (at.id === ancestor) return true
      if (at.parent < 0) return false
    }
  }

  /** Promotes the path to the node to the main line, one fork at a time: the nearest fork where it is not first. */
  promote(id: number): boolean {
    for (let at = this.get(id); at.parent >= 0; at = this.get(at.parent)) {
      const siblings = this.get(at.parent).children
      const k = siblings.indexOf(at.id)
      if (k > 0) {
        siblings.splice(k, 1)
        siblings.splice(k - 1, 0, at.id)
        return true
      }
    }
    return false
  }
  on_main_line(id: number): boolean {
    for (let at = this.get(id); at.parent >= 0; at = this.get(at.parent)) if (this.get(at.parent).children[0] !== at.id) return false
    return true
  }

  /** Removes the node and its descendants; returns its parent. */
  remove(id: number): number {
    const node = this.get(id)
    if (node.parent < 0) return 0
    const parent = this.get(node.parent)
    parent.children = parent.children.filter((c) => c !== id)
    const away = [id]
    while (away.length > 0) {
      const one = away.pop() as number
      away.push(...this.get(one).children)
      this.nodes.delete(one)
    }
    return parent.id
  }

  // ---- Serialisation.

  /** The format of records: the main line as a list, each variation next to the move that it replaces. */
  to_record(from = 0): RecordNode[] {
    const list: RecordNode[] = []
    let at = this.get(from)
    while (at.children.length > 0) {
      const [first, ...others] = at.children.map((c) => this.get(c)) as [TreeNode, ...TreeNode[]]
      const node = this.record_node(first)
      if (others.length > 0) node.variations = others.map((o) => [this.record_node(o), ...this.to_record(o.id)])
      list.push(node)
      at = first
    }
    return list
  }
  private record_node(node: TreeNode): RecordNode {
    return node.comment ? { move: node.move, comment: node.comment } : { move: node.move }
  }

  static from_record(list: RecordNode[]): Tree {
    const tree = new Tree()
    const lay = (parent: number, line: RecordNode[]) => {
      let at = parent
      for (const one of line) {
        const node = tree.add(at, one.move)
        if (one.comment) node.comment = one.comment
        for (const other of one.variations ?? []) lay(at, other)
        at = node.id
      }
    }
    lay(0, list)
    return tree
  }
}

export interface Row { depth: number; nodes: { id: number; ply: number }[] }

/** The tree as printable lines: a line of play continues until it forks; variations follow, indented. */
export function rows(tree: Tree): Row[] {
  const out: Row[] = []
  const print = (from: number, ply: number, depth: number, head: number | null) => {
    let row: Row = { depth, nodes: head === null ? [] : [{ id: head, ply: ply - 1 }] }
    let at = tree.get(from)
    let n = ply
    while (at.children.length > 0) {
      const [first, ...others] = at.children as [number, ...number[]]
      row.nodes.push({ id: first, ply: n })
      if (others.length > 0) {
        out.push(row)
        for (const other of others) print(other, n + 1, depth + 1, other)
        row = { depth, nodes: [] }
      }
      at = tree.get(first)
      n++
    }
    if (row.nodes.length > 0) out.push(row)
  }
  print(0, 0, 0, null)
  return out
}
