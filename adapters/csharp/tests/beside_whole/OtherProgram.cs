// include: ../compass_whole.cs
