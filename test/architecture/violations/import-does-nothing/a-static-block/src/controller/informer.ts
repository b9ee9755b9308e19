export class Informer {
  static {
    Informer.count(0)
  }

  static count(count: number) {
    return count
  }
}
