package io.aumbry.store.disk;

import java.util.Map;

/**
 * A change of names in a folder, which is not durable until the folder is synced.
 *
 * @param renamed path of the folder that the change renames; empty for any other change
 * @param to its path from then on
 */
record NameChange(String folder, Names names, String renamed, String to) {
  /** Changes files by path. A path with a final slash is a folder. */
  interface Names {
    void change(Map<String, CrashingFile> names, String folder);
  }

  void apply(Map<String, CrashingFile> all) {
    names.change(all, folder);
  }

  /** The same change, after the folder that it is in was renamed. */
  NameChange after(NameChange rename) {
    boolean isMoved = !rename.renamed.isEmpty() && folder.equals(rename.renamed);
    return isMoved ? new NameChange(rename.to, names, renamed, to) : this;
  }

  static String folderOf(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  /** The path of a file or folder, by its name, in the folder that it is in now. */
  static String pathIn(String folder, String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return folder.isEmpty() ? name : folder + "/" + name;
  }
}
